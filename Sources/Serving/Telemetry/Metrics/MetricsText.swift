/// Writes metrics in Prometheus's text format, version 0.0.4.
///
///     text.family("fingerpost_decisions_total", .counter, "Decisions by kind and site.")
///     text.sample(["decision": "app_open", "site": name], count)
package struct MetricsText {
    package enum Kind: String { case counter, gauge, histogram }

    package static let contentType: StaticString = "text/plain; version=0.0.4; charset=utf-8"

    package private(set) var bytes: [UInt8] = []
    private var name = ""

    /// No metrics.
    package init() {}

    /// Begins a family, to which the following samples belong.
    package mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        bytes += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n".utf8
    }

    /// Writes the single sample of a family without labels.
    package mutating func value(_ value: some CustomStringConvertible) { sample([:], suffix: "", value) }

    package mutating func sample(_ labels: KeyValuePairs<String, String>, _ value: some CustomStringConvertible) {
        sample(labels, suffix: "", value)
    }

    private mutating func sample(
        _ labels: KeyValuePairs<String, String>, suffix: String, _ value: some CustomStringConvertible
    ) {
        bytes += name.utf8
        bytes += suffix.utf8
        if !labels.isEmpty {
            var mark = UInt8(ascii: "{")
            for (name, value) in labels {
                bytes.append(mark)
                bytes += name.utf8
                bytes += "=\"".utf8
                append(escaped: value)
                bytes.append(UInt8(ascii: "\""))
                mark = UInt8(ascii: ",")
            }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: " "))
        bytes += value.description.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func append(escaped value: String) {
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            default: bytes.append(byte)
            }
        }
    }
}

extension MetricsText {
    /// Writes a histogram's samples: cumulative buckets, the sum in seconds and the count.
    package mutating func histogram(_ histogram: DurationHistogram) {
        var count: UInt64 = 0
        for (index, bound) in DurationHistogram.bounds.enumerated() {
            count += histogram.counts[index]
            sample(["le": bound.seconds.description], suffix: "_bucket", count)
        }
        count += histogram.counts[DurationHistogram.bounds.count]
        sample(["le": "+Inf"], suffix: "_bucket", count)
        sample([:], suffix: "_sum", Double(histogram.totalNanoseconds) / 1e9)
        sample([:], suffix: "_count", count)
    }
}
