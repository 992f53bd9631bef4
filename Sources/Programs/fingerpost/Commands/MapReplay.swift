import ArgumentParser
import ByteText
import EdgeMap
import Replay
import Routing
import Terminal

/// `replay --against-map`: compares a table for a proxy with the rules, on the clicks of a log.
enum MapReplay {
    static func run(_ map: EdgeMap, _ settings: ReplaySettings, _ ruleSet: RuleSet) throws {
        let sources = settings.inputs.map(\.name)
        let result = try ReplaySession.run(settings, ruleSet) { MapComparison(map, sources: sources) }
        try ReplaySession.end(after: result, of: settings.inputs) { try report(MapComparison.Sums(result)) }
    }

    private static func report(_ sums: MapComparison.Sums) throws {
        for difference in sums.differences {
            Output.line("\(difference.place): \(difference.link): the table leads to \(difference.mapped)")
            Output.line("  the rules to \(difference.decided)" + (difference.userAgent.map { ", for \($0)" } ?? ""))
        }
        if sums.elsewhere > sums.differences.count {
            Output.line("and \(grouped(sums.elsewhere - sums.differences.count)) more")
        }
        Output.line("\(counted(sums.clicks, "click")), \(grouped(sums.answered)) answered by the table")
        guard sums.elsewhere > 0 else { return Output.line("Each of them is led to the same address as by the rules.") }
        Output.line("\(counted(sums.elsewhere, "click")) led elsewhere by the table")
        throw ExitCode(1)
    }
}
