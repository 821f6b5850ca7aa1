// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What anybody may deploy: a contract that says, with the identity registry's very event, whatever it is told to. No token
/// is behind it.
contract LocalLookAlike {
    event Registered(uint256 indexed agentId, string agentURI, address indexed owner);

    function announce(uint256 agentId, string calldata agentURI, address owner) external {
        emit Registered(agentId, agentURI, owner);
    }
}
