public import LinkStore
public import PostgreSQL

/// The options for following a source.
public struct SourceOptions: Sendable {
    /// The address of the source, with the password if it needs one.
    public var address: ConnectionParameters
    /// Reads the password for each connection, to support rotation; `nil` if it does not change.
    public var password: (@Sendable () throws -> String)?
    /// The node's name, unique among the nodes of the source.
    public var node: String
    /// The program's version, for the node table.
    public var program = ""
    /// The polling interval while nothing changes.
    public var idleInterval = Duration.milliseconds(100)
    /// The polling interval while changes arrive.
    public var busyInterval = Duration.milliseconds(20)
    /// Whether nodes notify each other of changes by NOTIFY, which some engines lack.
    public var pokes = false
    /// The secrets that all nodes share.
    public var sharedSecrets: [SharedSecret] = []
    /// The interval at which shared secrets are synced.
    public var secretsInterval = Duration.seconds(5)
    /// Saves links that only this node has before a resync removes them, and returns the path of the file. Called on
    /// the node's thread with some links at a time.
    public var keepLostLinks: (@Sendable ([LinkRecord]) throws -> String)?
    /// The interval at which counts are sent. A counter that grows several times in an interval is updated once at the
    /// source.
    public var countsInterval = Duration.seconds(5)
    /// The number of heartbeats, three seconds apart, that a previous process with this store's incarnation must miss
    /// before the incarnation is closed. It may still run: a copied store has the incarnation of its original.
    public var formerIncarnationBeats = 20
    /// The maximum number of concurrent transactions.
    public var writers = 4
    /// The maximum time for a change, including retries.
    public var patience = Duration.seconds(10)

    /// The default options for a node.
    public init(_ address: ConnectionParameters, node: String) {
        self.address = address
        self.node = node
    }
}
