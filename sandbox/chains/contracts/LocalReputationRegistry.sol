// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IdentityRegistry {
    function isAuthorizedOrOwner(address spender, uint256 agentId) external view returns (bool);
}

/// ERC-8004's reputation registry for a local chain, written from the ERC: giving feedback and reading it, with its function
/// signatures and its event. Left out: responses, revocation, summaries, upgrades.
contract LocalReputationRegistry {
    struct Feedback {
        int128 value;
        uint8 valueDecimals;
        string tag1;
        string tag2;
    }

    IdentityRegistry private immutable identityRegistry;
    mapping(uint256 agentId => mapping(address client => Feedback[])) private feedback;

    event NewFeedback(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        int128 value,
        uint8 valueDecimals,
        string indexed indexedTag1,
        string tag1,
        string tag2,
        string endpoint,
        string feedbackURI,
        bytes32 feedbackHash
    );

    constructor(address identity) {
        identityRegistry = IdentityRegistry(identity);
    }

    function getIdentityRegistry() external view returns (address) {
        return address(identityRegistry);
    }

    /// Indexes begin with 1. Reverts for an agent that is not there, by the identity registry.
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string memory tag1,
        string memory tag2,
        string memory endpoint,
        string memory feedbackURI,
        bytes32 feedbackHash
    ) external {
        require(valueDecimals <= 18, "too many decimals");
        require(!identityRegistry.isAuthorizedOrOwner(msg.sender, agentId), "Self-feedback not allowed");
        Feedback[] storage given = feedback[agentId][msg.sender];
        given.push(Feedback(value, valueDecimals, tag1, tag2));
        emit NewFeedback(
            agentId,
            msg.sender,
            uint64(given.length),
            value,
            valueDecimals,
            tag1,
            tag1,
            tag2,
            endpoint,
            feedbackURI,
            feedbackHash
        );
    }

    function getLastIndex(uint256 agentId, address client) external view returns (uint64) {
        return uint64(feedback[agentId][client].length);
    }

    function readFeedback(uint256 agentId, address client, uint64 feedbackIndex)
        external
        view
        returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked)
    {
        Feedback storage one = feedback[agentId][client][feedbackIndex - 1];
        return (one.value, one.valueDecimals, one.tag1, one.tag2, false);
    }
}
