public import LinkStore
public import PostgreSQL

/// How a node follows its source.
public struct SourceOptions: Sendable {
    /// Where the source is, with the password if it needs one.
    public var address: ConnectionParameters
    /// Reads the password again for each connection, so that one that was rotated is used; nil if it does not change.
    public var password: (@Sendable () throws -> String)?
    /// The node's name, unique among the nodes of the source.
    public var node: String
    /// The program's version, for the table of nodes.
    public var program = ""
    /// How long a follower waits between two looks while nothing changes.
    public var idleInterval = Duration.milliseconds(100)
    /// The same while changes arrive.
    public var busyInterval = Duration.milliseconds(20)
    /// Whether nodes tell each other of changes by NOTIFY, which not every engine has.
    public var pokes = false
    /// The secrets that all nodes share.
    public var sharedSecrets: [SharedSecret] = []
    /// How often a node looks at them.
    public var secretsInterval = Duration.seconds(5)
    /// Keeps links that only this node has before a resync removes them, and returns the path of the file; called on the node's
    /// thread with some links at a time.
    public var keepLostLinks: (@Sendable ([LinkRecord]) throws -> String)?
    /// How often counts are sent. Whatever grows several times until then costs the source one change.
    public var countsInterval = Duration.seconds(5)
    /// How often, at intervals of three seconds, a process that counted in this store's incarnation before must not be heard of until
    /// that incarnation ends. It may still run: a store that was copied has the incarnation of the store it was copied from.
    public var formerIncarnationBeats = 20
    /// How many transactions may be under way at once.
    public var writers = 4
    /// How long a change may take, retries included.
    public var patience = Duration.seconds(10)

    /// The defaults for a node.
    public init(_ address: ConnectionParameters, node: String) {
        self.address = address
        self.node = node
    }
}
