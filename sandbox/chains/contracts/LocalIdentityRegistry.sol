// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// ERC-8004's identity registry for a local chain, written from the ERC: the part that registering, moving and reading an
/// agent touches, with its function signatures and events. An agent is an ERC-721 token whose tokenURI is its
/// registration file; ids begin with 0. Left out: setting agent wallets, approvals for all tokens, safe transfers, upgrades.
contract LocalIdentityRegistry {
    struct MetadataEntry {
        string metadataKey;
        bytes metadataValue;
    }

    string public constant name = "AgentIdentity";
    string public constant symbol = "AGENT";

    uint256 private nextId;
    mapping(uint256 agentId => address) private owners;
    mapping(uint256 agentId => string) private uris;
    mapping(uint256 agentId => mapping(string key => bytes)) private metadata;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 agentId => address) public getApproved;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event Registered(uint256 indexed agentId, string agentURI, address indexed owner);
    event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy);
    event MetadataSet(uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue);

    function register() external returns (uint256) {
        return mint("", new MetadataEntry[](0));
    }

    function register(string calldata agentURI) external returns (uint256) {
        return mint(agentURI, new MetadataEntry[](0));
    }

    function register(string calldata agentURI, MetadataEntry[] calldata entries) external returns (uint256) {
        return mint(agentURI, entries);
    }

    function setAgentURI(uint256 agentId, string calldata newURI) external {
        require(msg.sender == ownerOf(agentId), "Not authorized");
        uris[agentId] = newURI;
        emit URIUpdated(agentId, newURI, msg.sender);
    }

    function setMetadata(uint256 agentId, string calldata key, bytes calldata value) external {
        require(msg.sender == ownerOf(agentId), "Not authorized");
        requireFree(key);
        writeMetadata(agentId, key, value);
    }

    function transferFrom(address from, address to, uint256 agentId) external {
        require(msg.sender == from && from == ownerOf(agentId), "Not authorized");
        owners[agentId] = to;
        getApproved[agentId] = address(0);
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        metadata[agentId]["agentWallet"] = "";
        emit Transfer(from, to, agentId);
        emit MetadataSet(agentId, "agentWallet", "agentWallet", "");
    }

    function approve(address operator, uint256 agentId) external {
        require(msg.sender == ownerOf(agentId), "Not authorized");
        getApproved[agentId] = operator;
        emit Approval(msg.sender, operator, agentId);
    }

    function isAuthorizedOrOwner(address spender, uint256 agentId) external view returns (bool) {
        return spender == ownerOf(agentId) || spender == getApproved[agentId];
    }

    function ownerOf(uint256 agentId) public view returns (address owner) {
        owner = owners[agentId];
        require(owner != address(0), "ERC721NonexistentToken");
    }

    function tokenURI(uint256 agentId) external view returns (string memory) {
        ownerOf(agentId);
        return uris[agentId];
    }

    function getMetadata(uint256 agentId, string calldata key) external view returns (bytes memory) {
        return metadata[agentId][key];
    }

    function getAgentWallet(uint256 agentId) external view returns (address) {
        bytes memory wallet = metadata[agentId]["agentWallet"];
        return wallet.length == 20 ? address(bytes20(wallet)) : address(0);
    }

    function mint(string memory agentURI, MetadataEntry[] memory entries) private returns (uint256 agentId) {
        agentId = nextId++;
        owners[agentId] = msg.sender;
        balanceOf[msg.sender] += 1;
        uris[agentId] = agentURI;
        emit Transfer(address(0), msg.sender, agentId);
        emit Registered(agentId, agentURI, msg.sender);
        writeMetadata(agentId, "agentWallet", abi.encodePacked(msg.sender));
        for (uint256 i = 0; i < entries.length; i++) {
            requireFree(entries[i].metadataKey);
            writeMetadata(agentId, entries[i].metadataKey, entries[i].metadataValue);
        }
    }

    function requireFree(string memory key) private pure {
        require(keccak256(bytes(key)) != keccak256("agentWallet"), "reserved key");
    }

    function writeMetadata(uint256 agentId, string memory key, bytes memory value) private {
        metadata[agentId][key] = value;
        emit MetadataSet(agentId, key, key, value);
    }
}
