import ArgumentParser
import ByteText
import Glibc
import Replay
import Routing
import Terminal
import Texts

/// The lines of logs to replay.
struct SelectionOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: "Only clicks that satisfy this condition, with the facts of rules: 'device.platform == \"android\"'.")
    var condition: String?

    @Option(help: "Only lines from this time on: 2026-12-24T18:00+01:00, a date (UTC), or '7d ago'.")
    var since: String?

    @Option(help: "Only lines before this time.")
    var until: String?

    /// The selection. An error in the condition is reported with its place.
    func selection() throws -> LineSelection {
        var selection = LineSelection()
        let now = Int64(Glibc.time(nil))
        selection.since = try since.map { try Self.seconds($0, of: "since", now: now) }
        selection.until = try until.map { try Self.seconds($0, of: "until", now: now) }
        if let since = selection.since, let until = selection.until, until <= since {
            throw Failure("--until must be later than --since")
        }
        selection.condition = try condition.map(Self.compiled)
        return selection
    }

    private static func compiled(_ source: String) throws -> ClickCondition {
        do throws(ClickCondition.Fault) {
            let condition = try ClickCondition(source)
            if !condition.warnings.isEmpty { Output.errorLines("--where: " + condition.warnings.shown(in: source)) }
            return condition
        } catch {
            throw Failure(
                lines: ["--where: not a valid condition"]
                    + error.diagnostics.shown(in: source).split(separator: "\n").map(String.init))
        }
    }

    /// Parses a time as other options do, except that a duration is one before now and must end in `ago`.
    static func seconds(_ text: String, of option: String, now: Int64) throws -> Int64 {
        let isAgo = text.hasSuffix(" ago")
        let stated = isAgo ? String(text.dropLast(4)) : text
        let ahead = Timestamp.seconds(typed: stated, now: 0)
        let isDuration = stated != "now" && ahead != Timestamp.seconds(typed: stated, now: 1)
        guard isAgo == isDuration, let ahead,
            let seconds = isAgo ? now - ahead : Timestamp.seconds(typed: stated, now: now)
        else {
            throw Failure(
                "--\(option): \(text) is not a time with its zone; write it as 2026-12-24T18:00+01:00, 2026-12-24 (in UTC), "
                    + "now, or 7d ago")
        }
        return seconds
    }
}
