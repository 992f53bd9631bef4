import AdminAPI
import RuleDelivery
import Telemetry
import ByteText
import Glibc
import LinkSource
import Links
import Routing
import Settings

/// The status in the format of the control socket.
extension DaemonStatus {
    /// The version of the control protocol, incremented if the meaning of any response or operation changes.
    static let protocolVersion = 1

    /// Writes the whole status.
    ///
    /// - Parameter level: The caller's permission level.
    func write(to json: inout JSONWriter, level: ControlLevel) {
        json.beginObject()
        json.member("control", Self.protocolVersion)
        json.member("version", version)
        json.member("pid", Int(getpid()))
        json.member("state", drains ? "draining" : "serving")
        json.member("level", level.rawValue)
        json.member("time", Timestamp.text(now))
        json.member("started", Timestamp.text(started))
        json.member("uptime_seconds", Int(max(0, now - started)))
        writeWorkers(to: &json)
        writeActivity(to: &json)
        writeRules(to: &json)
        writeKeeping(to: &json)
        writeOutside(to: &json)
        json.endObject()
    }

    private func writeWorkers(to json: inout JSONWriter) {
        json.name("workers")
        json.beginArray()
        for (index, worker) in workers.enumerated() {
            json.beginObject()
            json.member("worker", index)
            json.member("answers", worker != nil)
            if let worker {
                json.member("connections", worker.connections)
                json.member("requests", worker.requests)
                json.member("shed", worker.shed)
                json.member("lag_us", worker.waited / 1000)
                json.member("sheds", worker.sheds)
            }
            json.endObject()
        }
        json.endArray()
    }

    private func writeActivity(to json: inout JSONWriter) {
        json.member("connections", activity.openConnections)
        json.member("requests", activity.requestCount)
        json.name("responses")
        json.beginObject()
        for (code, count) in activity.responses.sorted(by: { $0.key < $1.key }) {
            json.name(String(code))
            json.int(count)
        }
        json.endObject()
        json.name("decisions")
        json.beginObject()
        for kind in DecisionKind.allCases {
            json.name(kind.rawValue)
            json.int(activity.decisions(kind, sites: nil))
        }
        json.endObject()
        json.name("shed")
        json.beginObject()
        for (reason, count) in activity.shed.sorted(by: { $0.key < $1.key }) where count > 0 {
            json.name(reason)
            json.int(count)
        }
        json.endObject()
        json.name("rates")
        json.beginArray()
        for rates in rates { rates.write(to: &json) }
        json.endArray()
    }

    private func writeRules(to json: inout JSONWriter) {
        json.name("rules")
        json.beginObject()
        json.member("hash", ruleSet.hash)
        json.member("sites", ruleSet.sites.count)
        json.member("rules", ruleSet.rules.count)
        json.member("loaded", Timestamp.text(record.loaded))
        json.member("reloads", record.successes)
        json.member("refused_reloads", record.failures)
        json.name("last_reload")
        record.write(to: &json)
        json.name("bundle")
        if let bundle { bundle.write(to: &json) } else { json.null() }
        json.endObject()
        json.name("disabled_sites")
        disabledSites.write(to: &json)
        json.name("log_level")
        logLevel.write(to: &json, at: now)
        json.name("pending_restart")
        SettingInForce.write(pendingSettings, to: &json)
    }

    private func writeKeeping(to json: inout JSONWriter) {
        json.name("store")
        if let store {
            json.beginObject()
            json.name("links")
            if let links = store.links { json.int(links) } else { json.null() }
            json.member("used_bytes", store.extent.usedBytes)
            json.member("file_bytes", store.extent.fileBytes)
            json.member("free_bytes", store.extent.freeBytes)
            json.name("fault")
            if let storeFault { json.string(storeFault) } else { json.null() }
            json.endObject()
        } else {
            json.null()
        }
        json.name("source")
        if let source = activity.source { source.write(to: &json) } else { json.null() }
        json.name("lost_log_lines")
        json.beginObject()
        for (log, count) in droppedLines {
            json.name(log)
            json.int(count)
        }
        json.endObject()
    }

    private func writeOutside(to json: inout JSONWriter) {
        json.name("certificates")
        json.beginArray()
        for (listener, name, end) in certificates {
            json.beginObject()
            json.member("listener", listener)
            json.member("name", name)
            json.member("ends", Timestamp.text(end))
            json.endObject()
        }
        json.endArray()
        json.name("process")
        json.beginObject()
        json.name("cpu_seconds")
        json.double(process.cpuSeconds)
        json.member("resident_bytes", process.residentBytes)
        json.member("descriptors", process.openDescriptors)
        json.member("most_descriptors", process.maximumDescriptors)
        json.endObject()
        json.name("refusals")
        json.beginArray()
        for refusal in refusals {
            json.beginObject()
            json.member("time", refusal.time)
            json.member("link", refusal.link)
            json.member("error", refusal.error)
            json.endObject()
        }
        json.endArray()
    }
}

extension LogLevelInForce {
    /// Writes the level in force at a time.
    func write(to json: inout JSONWriter, at second: Int64) {
        let level = level(at: second)
        json.beginObject()
        json.member("level", level.rawValue)
        json.name("until")
        if let until, level == self.level { json.string(Timestamp.text(until)) } else { json.null() }
        json.endObject()
    }
}

extension RateWindows.Rates {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("seconds")
        json.double(Self.rounded(seconds))
        for (name, rate) in [("requests", requests), ("clicks", clicks), ("failed", failed), ("shed", shed)] {
            json.name(name)
            json.double(Self.rounded(rate))
        }
        json.name("decisions")
        json.beginObject()
        for (kind, rate) in zip(DecisionKind.allCases, decisions) {
            json.name(kind.rawValue)
            json.double(Self.rounded(rate))
        }
        json.endObject()
        json.endObject()
    }

    /// More digits would be noise.
    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

extension SourceCondition {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("reachable", isReachable)
        json.name("fault")
        if let fault { json.string(Masking.masked(fault)) } else { json.null() }
        json.name("write_fault")
        if let writeFault { json.string(Masking.masked(writeFault)) } else { json.null() }
        json.name("store_fault")
        if let storeFault { json.string(storeFault) } else { json.null() }
        json.name("clock_offset_seconds")
        json.number(JSONNumber(Int(clockOffset)))
        json.name("oldest_snapshot_seconds")
        if let oldestSnapshot { json.number(JSONNumber(Int(oldestSnapshot))) } else { json.null() }
        json.member("complete", isComplete)
        json.member("lag_versions", lag)
        json.name("last_success")
        if let lastSuccess { json.string(Timestamp.text(lastSuccess)) } else { json.null() }
        json.name("behind_since")
        if let behindSince { json.string(Timestamp.text(behindSince)) } else { json.null() }
        json.member("counts_unsent", countsUnsent)
        json.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: StaticString, _ value: UInt64) {
        self.name(name)
        int(value)
    }
}
