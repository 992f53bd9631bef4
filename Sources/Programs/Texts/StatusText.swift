import AdminAPI
package import ByteText
import Settings
import Terminal

/// Formats the status of a daemon: a line for each subject, then tables. Truncated at the width of the terminal.
package struct StatusText {
    private let status: JSONValue
    private let last: JSONValue?
    private let width: Int
    private let now: Int64

    private static let labelWidth = 14
    /// Certificates that expire within this number of days are highlighted.
    private static let daysBeforeEnd: Int64 = 14
    /// The loop lag in microseconds from which a worker is late, the same at which it starts shedding load.
    private static let lateMicroseconds = 80_000
    /// Transactions at the source are shown after this number of seconds.
    package static let longSnapshot = 3_600

    /// - Parameters:
    ///   - status: The response of the control socket.
    ///   - last: The previous status, for the rates in between.
    package init(_ status: JSONValue, since last: JSONValue?, width: Int) {
        (self.status, self.last, self.width) = (status, last, width)
        now = status["time"]?.string.flatMap(Timestamp.seconds) ?? 0
    }

    /// The lines.
    package var lines: [[StyledText]] {
        let all =
            [head] + rules + pendingSettings + logLevel + disabled + keeping + certificates
            + [[]] + rateTable.lines(width: width, withTitles: true)
            + [[]] + workerTable.lines(width: width, withTitles: true) + refusals
        return all.map(fitted)
    }

    /// A line truncated at the width of the terminal.
    private func fitted(_ line: [StyledText]) -> [StyledText] {
        var left = width
        return line.map { piece in
            let text = Output.escaped(piece.text).cut(toColumns: max(0, left))
            left -= text.columnWidth
            return StyledText(text, piece.style)
        }
    }

    /// A reason, which may be longer than a line and is never truncated; empty if there is none.
    private func reason(_ fault: JSONValue?) -> [[StyledText]] {
        guard let text = fault?.string else { return [] }
        return ReferenceText.wrapped(text, to: width - Self.labelWidth).map { line("", StyledText($0, .warning)) }
    }

    private func line(_ label: String, _ pieces: StyledText...) -> [StyledText] {
        [StyledText(label + String(repeating: " ", count: max(1, Self.labelWidth - label.count)), .soft)] + pieces
    }

    // MARK: - Lines

    private var head: [StyledText] {
        let state = status["state"]?.string ?? "?"
        let isBusy = (status["workers"]?.array ?? []).contains { $0["sheds"]?.bool == true }
        return [
            StyledText("fingerpost \(text("version"))  ", .heading),
            StyledText(state + (isBusy ? ", shedding" : ""), state == "serving" && !isBusy ? .good : .warning),
            StyledText("  pid \(int("pid")), up \(Self.span(Int64(int("uptime_seconds")))), you may \(text("level"))"),
        ]
    }

    private var rules: [[StyledText]] {
        guard let rules = status["rules"] else { return [] }
        let hash = (rules["hash"]?.string ?? "").prefix(19)
        var lines = [
            line(
                "rules",
                StyledText(
                    "\(hash)  \(counted(Self.int(rules["sites"]), "site")), \(counted(Self.int(rules["rules"]), "rule")), loaded \(ago(rules["loaded"]))"
                ))
        ]
        if let bundle = rules["bundle"], let revision = bundle["revision"]?.number {
            let confirmed = bundle["last_success"]?.string == nil ? "not confirmed yet" : ago(bundle["last_success"])
            lines.append(line("bundle", StyledText("revision \(revision), confirmed \(confirmed)")))
        }
        guard let reload = rules["last_reload"], let result = reload["result"]?.string else { return lines }
        let isGood = result == "success"
        let warnings = reload["warnings"]?.array ?? []
        let count = warnings.isEmpty ? "" : ", \(counted(warnings.count, "warning"))"
        lines.append(
            line(
                "last reload",
                StyledText("\(isGood ? "done" : "refused") \(ago(reload["time"]))\(count)", isGood ? .plain : .error)))
        for finding in ((reload["problems"]?.array ?? []) + warnings).prefix(5) {
            // The first line contains the message and the place. The others are the excerpt.
            let first = finding.string?.split(separator: "\n").first.map(String.init) ?? ""
            lines.append(line("", StyledText(first)))
        }
        return lines
    }

    /// Settings that take effect after a restart.
    private var pendingSettings: [[StyledText]] {
        let texts = SettingInForce.list(status["pending_restart"]).compactMap(\.pendingText)
        return texts.enumerated().map { index, text in
            line(index == 0 ? "settings" : "", StyledText(text, .warning))
        }
    }

    private var logLevel: [[StyledText]] {
        guard let level = status["log_level"]?["level"]?.string, level != "notice" else { return [] }
        let end = status["log_level"]?["until"]?.string.map { " until \($0)" } ?? " until it is set again"
        return [line("log level", StyledText(level, .warning), StyledText(end))]
    }

    private var disabled: [[StyledText]] {
        (status["disabled_sites"]?.array ?? []).map { row in
            let end = row["until"]?.string.map { "until \($0)" } ?? "until it is enabled"
            return line(
                "disabled", StyledText("site \(row["site"]?.string ?? "")", .warning),
                StyledText(" \(end), by \(row["by"]?.string ?? ""): \(row["reason"]?.string ?? "")"))
        }
    }

    private var keeping: [[StyledText]] {
        var lines: [[StyledText]] = []
        if let store = status["store"], !store.isNull {
            let links = store["links"]?.number?.int.map { "\(counted($0, "link")), " } ?? ""
            lines.append(
                line(
                    "store",
                    StyledText(
                        "\(links)\(Self.bytes(store["used_bytes"])) of \(Self.bytes(store["file_bytes"])), \(Self.bytes(store["free_bytes"])) free on the disk"
                    )))
            lines += reason(store["fault"])
        }
        if let source = status["source"], !source.isNull {
            lines.append(line("source", condition(of: source)))
            for name in ["fault", "write_fault", "store_fault"] { lines += reason(source[name]) }
            if let age = source["oldest_snapshot_seconds"]?.number?.int, age > Self.longSnapshot {
                lines.append(line("", StyledText("a transaction there is \(Self.span(Int64(age))) old", .warning)))
            }
        }
        let lost = (status["lost_log_lines"]?.object?.members ?? []).filter { Self.int($0.value) > 0 }
        if !lost.isEmpty {
            let text = lost.map { "\($0.name) \(grouped(Self.int($0.value)))" }.joined(separator: ", ")
            lines.append(line("lost lines", StyledText(text, .warning)))
        }
        let shed = status["shed"]?.object?.members ?? []
        if !shed.isEmpty {
            let text = shed.map { "\($0.name) \(grouped(Self.int($0.value)))" }.joined(separator: ", ")
            lines.append(line("shed", StyledText(text, .warning)))
        }
        if let process = status["process"] {
            lines.append(
                line(
                    "process",
                    StyledText(
                        "\(Self.bytes(process["resident_bytes"])) of memory, \(Self.int(process["descriptors"])) of \(Self.int(process["most_descriptors"])) descriptors"
                    )))
        }
        return lines
    }

    private func condition(of source: JSONValue) -> StyledText {
        guard source["reachable"]?.bool == true else {
            return StyledText("unreachable, last response \(ago(source["last_success"]))", .warning)
        }
        let lag = Self.int(source["lag_versions"])
        // No change is known to be missing, but the publisher has not confirmed that for a while.
        if lag == 0, source["behind_since"]?.string != nil {
            return StyledText("reachable, last confirmed \(ago(source["behind_since"]))", .warning)
        }
        return StyledText(
            lag == 0 ? "reachable, in sync" : "\(counted(lag, "version")) behind", lag == 0 ? .plain : .warning)
    }

    private var certificates: [[StyledText]] {
        (status["certificates"]?.array ?? []).map { row in
            let left = (row["ends"]?.string.flatMap(Timestamp.seconds) ?? 0) - now
            let text = left > 0 ? "expires in \(Self.span(left))" : "expired \(Self.span(-left)) ago"
            return line(
                "certificate", StyledText("\(row["listener"]?.string ?? "") \(row["name"]?.string ?? "") "),
                StyledText(text, left <= 0 ? .error : left < Self.daysBeforeEnd * 86_400 ? .warning : .plain))
        }
    }

    private var refusals: [[StyledText]] {
        let rows = status["refusals"]?.array ?? []
        guard !rows.isEmpty else { return [] }
        var table = TextTable([
            TextTable.Column(title: "REFUSED"), TextTable.Column(title: "REASON"),
            TextTable.Column(title: "LINK", gives: true),
        ])
        for row in rows {
            table.add([row["time"]?.string ?? "", row["error"]?.string ?? "", row["link"]?.string ?? ""])
        }
        return [[]] + table.lines(width: width, withTitles: true)
    }

    // MARK: - Tables

    private var rateTable: TextTable {
        // Shortly after a start, the windows are limited to the uptime.
        var windows: [JSONValue] = []
        for window in status["rates"]?.array ?? [] where window["seconds"] != windows.last?["seconds"] {
            windows.append(window)
        }
        let titles = windows.map { "\(Int(($0["seconds"]?.number?.double ?? 0).rounded())) S" }
        var table = TextTable(
            [TextTable.Column(title: "PER SECOND")] + titles.map { TextTable.Column(title: $0, isNumber: true) } + [
                TextTable.Column(title: "SINCE LAST", isNumber: true), TextTable.Column(title: "TOTAL", isNumber: true),
            ])
        let decisions = status["decisions"]?.object?.members ?? []
        let rows =
            [(["requests"], ["requests"]), (["failed"], []), (["shed"], [])].map {
                (name: $0.0[0], rate: $0.0, total: $0.1)
            }
            + decisions.map { (name: $0.name, rate: ["decisions", $0.name], total: ["decisions", $0.name]) }
        for row in rows {
            let rates = windows.map { Self.rate(Self.value($0, row.rate)?.number?.double ?? 0) }
            table.add([row.name] + rates + [sinceLast(row.total), row.total.isEmpty ? "" : total(row.total)])
        }
        return table
    }

    private func total(_ path: [String]) -> String { grouped(Self.int(Self.value(status, path))) }

    /// The rate since the previous status; empty if there is none, or another process responded.
    private func sinceLast(_ path: [String]) -> String {
        guard !path.isEmpty, let last, last["started"] == status["started"], last["pid"] == status["pid"],
            let before = last["time"]?.string.flatMap(Timestamp.seconds), now > before
        else { return "" }
        let count = Self.int(Self.value(status, path)) - Self.int(Self.value(last, path))
        return Self.rate(Double(max(0, count)) / Double(now - before))
    }

    private var workerTable: TextTable {
        var table = TextTable([
            TextTable.Column(title: "WORKER", isNumber: true), TextTable.Column(title: "CONNECTIONS", isNumber: true),
            TextTable.Column(title: "REQUESTS", isNumber: true), TextTable.Column(title: "SHED", isNumber: true),
            TextTable.Column(title: "LAG", isNumber: true),
        ])
        for worker in status["workers"]?.array ?? [] {
            let number = StyledText("\(Self.int(worker["worker"]))")
            guard worker["answers"]?.bool == true else {
                let none = StyledText("")
                table.add([number, none, none, none, StyledText("no answer", .error)])
                continue
            }
            let lag = Self.int(worker["lag_us"])
            table.add([
                number, StyledText(grouped(Self.int(worker["connections"]))),
                StyledText(grouped(Self.int(worker["requests"]))), StyledText(grouped(Self.int(worker["shed"]))),
                StyledText(Self.lag(lag), lag > Self.lateMicroseconds ? .warning : .plain),
            ])
        }
        return table
    }

    // MARK: - Words

    private func text(_ name: String) -> String { status[name]?.string ?? "?" }
    private func int(_ name: String) -> Int { Self.int(status[name]) }

    private static func int(_ value: JSONValue?) -> Int { value?.number?.int ?? 0 }

    private static func value(_ json: JSONValue, _ path: [String]) -> JSONValue? {
        path.reduce(json as JSONValue?) { $0?[$1] }
    }

    /// `5 min ago` for a time, or `never` for none.
    private func ago(_ time: JSONValue?) -> String {
        guard let seconds = time?.string.flatMap(Timestamp.seconds) else { return "never" }
        return "\(Self.span(max(0, now - seconds))) ago"
    }

    /// `42 s`, `5 min`, `3 h 10 min`, `12 d 4 h`.
    package static func span(_ seconds: Int64) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h\(seconds / 60 % 60 == 0 ? "" : " \(seconds / 60 % 60) min")"
        default: "\(seconds / 86_400) d\(seconds / 3600 % 24 == 0 ? "" : " \(seconds / 3600 % 24) h")"
        }
    }

    /// `0`, `0.25`, `12.3`, `4,711`.
    static func rate(_ value: Double) -> String {
        if value == 0 { return "0" }
        if value >= 100 { return grouped(Int(value.rounded())) }
        let scale = value >= 10 ? 10.0 : 100
        return "\((value * scale).rounded() / scale)"
    }

    /// `35 µs`, `1.2 ms`, `80 ms`.
    private static func lag(_ microseconds: Int) -> String {
        switch microseconds {
        case ..<1000: "\(microseconds) µs"
        case ..<10_000: "\(Double(microseconds / 100) / 10) ms"
        default: "\(grouped(microseconds / 1000)) ms"
        }
    }

    /// `512 bytes`, `12.3 MB`.
    static func bytes(_ value: JSONValue?) -> String {
        var amount = Double(int(value))
        guard amount >= 1000 else { return "\(Int(amount)) bytes" }
        let units = ["kB", "MB", "GB", "TB", "PB"]
        var unit = -1
        while amount >= 1000, unit < units.count - 1 {
            amount /= 1000
            unit += 1
        }
        return "\((amount * 10).rounded() / 10) \(units[unit])"
    }
}
