import ByteText
import Devices

/// Writes devices as JSON lines.
///
/// Apart from agent and versions, a line consists of words from closed lists. Only few combinations occur, so the text
/// of each is formatted once and then copied.
struct DeviceLineWriter {
    /// The text of a device that does not depend on client input.
    private struct Text {
        /// From the end of the agent to the system version.
        var platform: [UInt8] = []
        /// From there to the browser version.
        var words: [UInt8] = []
    }

    /// The texts, by the words of the device.
    private var texts: [UInt64: Text] = [:]
    /// The text of the last line: similar agents are often consecutive.
    private var last: (key: UInt64, text: Text)?

    /// The maximum number of cached texts, more than there are combinations in practice.
    private static let capacity = 4096

    /// Appends the line of an agent's device.
    mutating func write(
        _ device: Device, _ agent: TextRange?, _ arena: borrowing ByteArena, _ output: inout [UInt8]
    ) {
        let text = text(of: device)
        append("{\"user_agent\":", to: &output)
        Self.append(agent, arena, to: &output)
        output += text.platform
        Self.append(device.osVersion.isEmpty ? nil : device.osVersion, arena, to: &output)
        output += text.words
        Self.append(device.browserVersion.isEmpty ? nil : device.browserVersion, arena, to: &output)
        append("}\n", to: &output)
    }

    private mutating func text(of device: Device) -> Text {
        let key = Self.key(of: device)
        if let last, last.key == key { return last.text }
        let text: Text
        if let known = texts[key] {
            text = known
        } else {
            if texts.count >= Self.capacity { texts.removeAll() }
            text = Self.text(device)
            texts[key] = text
        }
        last = (key, text)
        return text
    }

    /// The cache key: each word in a byte of its own.
    private static func key(of device: Device) -> UInt64 {
        let words: [6 of UInt8] = [
            device.platform.rawValue, device.formFactor.rawValue, device.inApp.rawValue, device.store.rawValue,
            device.browser.rawValue, device.botKind?.rawValue ?? .max,
        ]
        var key: UInt64 = device.bot ? 1 : 0
        for index in words.indices { key = key << 8 | UInt64(words[index]) }
        return key
    }

    private static func text(_ device: Device) -> Text {
        var text = Text()
        append(",\"platform\":\"\(device.platform.name)\",\"os_version\":", to: &text.platform)
        append(",\"form_factor\":\"\(device.formFactor.name)\",\"in_app\":\"\(device.inApp.name)\"", to: &text.words)
        append(",\"bot\":\(device.bot),\"bot_kind\":", to: &text.words)
        append(device.botKind.map { "\"\($0.name)\"" } ?? "null", to: &text.words)
        append(",\"store\":\"\(device.store.name)\",\"browser\":\"\(device.browser.name)\"", to: &text.words)
        append(",\"browser_version\":", to: &text.words)
        return text
    }

    private static func append(_ text: String, to output: inout [UInt8]) { output += text.utf8 }

    private func append(_ text: StaticString, to output: inout [UInt8]) {
        // Safe: the buffer is read only within the call.
        text.withUTF8Buffer { unsafe output.append(contentsOf: $0) }
    }

    private static func append(_ text: TextRange?, _ arena: borrowing ByteArena, to output: inout [UInt8]) {
        JSONWriter.append(to: &output) { json in
            if let text { json.string(text, in: arena) } else { json.null() }
        }
    }
}
