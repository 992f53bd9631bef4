import ByteText
import Rules
import Testing

import Texts

/// The output of `facts`.
@Suite("the reference for people")
struct ReferenceTextTests {
    private static let reference = RuleReference()

    private func lines(_ name: String?, width: Int = 80) throws -> [String] {
        let entries = try name.map(Self.reference.find) ?? Self.reference.entries
        let text = ReferenceText(width: width)
        let styled = entries[0].name == name ? text.full(entries[0]) : text.list(entries)
        return styled.map { $0.map(\.text).joined() }
    }

    @Test("no line is wider than the terminal", arguments: [64, 80, 100, 160])
    func width(_ width: Int) throws {
        for line in try lines(nil, width: width) { #expect(line.count <= width, "\(line)") }
        for entry in Self.reference.entries where entry.forms.isEmpty {
            for line in try lines(entry.name, width: width) {
                #expect(line.count <= width || line.contains("  example "), "\(line)")
            }
        }
    }

    @Test("a list has a line for each entry, under its group, and says what its marks mean")
    func list() throws {
        let lines = try lines("device")
        #expect(lines.first == "The device  device")
        #expect(lines.contains { $0.hasPrefix("  device.os_version  ") && $0.contains("version?") })
        #expect(lines.last?.contains("? may be unknown") == true)
        let whole = try self.lines(nil)
        for entry in Self.reference.entries {
            #expect(whole.contains { $0 == "  \(entry.name)" || $0.hasPrefix("  \(entry.name)  ") }, "\(entry.name)")
        }
    }

    @Test("an entry in full has its values, when it is unknown, and an example")
    func full() throws {
        let lines = try lines("device.in_app")
        #expect(lines.first == "device.in_app")
        #expect(lines.contains { $0.hasPrefix("  values    none, unknown, other, facebook") })
        #expect(lines.last?.hasPrefix("  example   device.in_app in [") == true)
        let code = try self.lines("link.code")
        #expect(code.contains("  template  {link.code}") && code.contains { $0.hasPrefix("  optional") })
        let bucket = try self.lines("bucket")
        #expect(bucket.contains("  forms     bucket(string, string) -> int"))
    }
}
