import ArgumentParser
import ByteText
import Devices

/// A weighted set of user agents.
struct AgentPool {
    private let agents: [String]
    /// The cumulative weights of the agents.
    private let sums: [Double]
    /// Whether each agent is drawn in many builds, as on real phones: a short list then represents thousands of agents.
    private let hasBuilds: Bool

    /// The number of builds per agent.
    private static let builds = 64

    /// Reads a table: agents in the first column and weights in the second if they are numbers. Without weights, the
    /// n-th agent has weight 1/n, and all are drawn in many builds.
    init(file: String) throws {
        var rows = try FileText.rows(file).map { row in row.prefix(2).map { String(decoding: $0, as: UTF8.self) } }
        if rows.first?.first == "ua" { rows.removeFirst() }
        rows.removeAll { $0[0].isEmpty || $0[0].contains("\"") }
        let weights = rows.map { $0.count > 1 ? Double($0[1]) : nil }
        let isWeighted = weights.contains { $0 != nil }
        try self.init(
            rows.map { $0[0] },
            isWeighted ? weights.map { max(0, $0 ?? 0.01) } : rows.indices.map { 1 / Double($0 + 1) },
            hasBuilds: !isWeighted, file)
    }

    /// The agents of clicks, weighted by frequency.
    init(of clicks: [Click], _ source: String) throws {
        try self.init(clicks.map(\.agent), clicks.map { _ in 1 }, hasBuilds: false, source)
    }

    private init(_ agents: [String], _ weights: [Double], hasBuilds: Bool, _ source: String) throws {
        guard !agents.isEmpty else { throw ValidationError("\(source): no user agents of the required kind") }
        self.agents = agents
        self.hasBuilds = hasBuilds
        var sum = 0.0
        sums = weights.map { weight in
            sum += weight
            return sum
        }
    }

    /// Browsers on one platform, without bots.
    func browsers(on platform: Platform, _ source: String) throws -> AgentPool {
        let classifier = DeviceClassifier()
        var arena = ByteArena()
        let kept = agents.indices.filter { index in
            arena.reset()
            let device = classifier.classify(
                userAgent: arena.append(agents[index]), findsBrowserVersion: false, in: &arena)
            return device.platform == platform && device.inApp == .none && !device.bot && device.formFactor == .phone
        }
        return try AgentPool(
            kept.map { agents[$0] }, kept.map { sums[$0] - ($0 > 0 ? sums[$0 - 1] : 0) }, hasBuilds: hasBuilds, source)
    }

    /// Draws an agent by weight.
    func agent(_ draw: inout Draw) -> String {
        let place = Double(draw.number(below: 1 << 30)) / Double(1 << 30) * (sums.last ?? 0)
        var (low, high) = (0, sums.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if sums[middle] > place { high = middle } else { low = middle + 1 }
        }
        return hasBuilds ? Self.build(draw.number(below: Self.builds), of: agents[low]) : agents[low]
    }

    /// The agent with a different build number in Chrome's version or in iOS's build.
    private static func build(_ number: Int, of agent: String) -> String {
        for (product, end) in [("Chrome/", "."), (" Mobile/", "E")] {
            guard let start = agent.firstRange(of: product)?.upperBound else { continue }
            let version = agent[start...].prefix { $0 != " " }
            guard let last = version.lastIndex(of: Character(end)) else { continue }
            return agent[...last] + "\(number + 100)" + agent[version.endIndex...]
        }
        return agent
    }
}
