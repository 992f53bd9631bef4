import ByteText
import Daemon
import LinkSource
import Markup

/// The nodes of the source as text.
struct NodesText {
    /// The number of seconds after which a node counts as silent.
    private static let silence: Int64 = 60

    private let known: KnownNodes
    private let here: String
    private let ruleSet: String

    /// - Parameters:
    ///   - here: The name of this node.
    ///   - ruleSet: The hash of its rules.
    init(_ known: KnownNodes, here: String, ruleSet: String) {
        (self.known, self.here, self.ruleSet) = (known, here, ruleSet)
    }

    func write(to values: inout PageValues) {
        values.set("has_nodes", true)
        values["nodes_fault"] = known.fault?.sentence
        values["nodes_age"] = known.age.map { counted(Int($0), "second") }
        values.set("is_waiting", known.age == nil && known.fault == nil)
        values.set("has_rows", !known.nodes.isEmpty)
        values.set(
            "nodes",
            rows: known.nodes.map { node in
                var row = PageValues()
                row["node"] = node.name
                row.set("is_here", node.name == here)
                row["behind"] = grouped(Int(clamping: node.lag))
                let age = max(0, node.age) + (known.age ?? 0)
                row["heard"] = "\(counted(Int(age), "second")) ago\(age > Self.silence ? ", silent" : "")"
                row["heard_style"] = age > Self.silence ? "bad" : nil
                row["node_rules"] = node.rules.isEmpty ? "–" : node.rules == ruleSet ? "same" : "different"
                row["program"] = node.program
                return row
            })
    }
}
