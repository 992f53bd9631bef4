import ByteText
import IDN

/// The conversion that a host needs to be accepted.
///
/// Accepted hosts are names of lower-case letters, digits, hyphens, underscores and dots; IPv4 addresses in dotted decimal;
/// and IPv6 addresses in brackets, as serialized by the WHATWG standard. The limits are those of DNS (RFC 1035, section 2.3.4).
enum HostForm {
    case accepted
    case upperCase
    /// The host has non-ASCII letters and must be converted with ``asciiForm(of:)``.
    case international

    /// The bytes allowed in an accepted name.
    static let plain = ByteSet("abcdefghijklmnopqrstuvwxyz0123456789-_.")
    static let longestName = 253
    private static let longestLabel = 63

    init(_ host: Span<UInt8>) throws(WebAddressFault) {
        guard host.count > 0 else { throw .emptyHost }
        guard host[0] != UInt8(ascii: "[") else {
            self = try HostForm.ofIPv6(host)
            return
        }
        var labels = HostLabels()
        var form = HostForm.accepted
        for index in 0..<host.count {
            let byte = host[index]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                break
            case UInt8(ascii: "."): try labels.end(host, at: index)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): if form == .accepted { form = .upperCase }
            case 0x80...: form = .international
            default: throw .hostCharacter
            }
        }
        guard form != .international else {
            self = form
            return
        }
        try HostForm.requireAccepted(host, &labels)
        if labels.hasACE { try HostForm.requireRoundTrip(host) }
        self = form
    }

    /// Whether a byte ends the authority.
    @inline(__always)
    static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// The remaining checks of an ASCII host: its length, and that it is an IP address if it looks like one.
    private static func requireAccepted(_ host: Span<UInt8>, _ labels: inout HostLabels) throws(WebAddressFault) {
        try labels.end(host, at: host.count)
        guard host.count <= longestName else { throw .hostLength }
        try requireAddress(host, ifNumeric: labels.last)
    }

    /// The lower-case A-label form of a host with non-ASCII letters.
    static func asciiForm(of host: Span<UInt8>) throws(WebAddressFault) -> [UInt8] {
        try AddressScan.requireUTF8(host)
        let ascii: [UInt8]
        do throws(IDNFault) { ascii = try IDN.asciiForm(of: host) } catch { throw .internationalName }
        try requireAccepted(mapped: ascii.span)
        return ascii
    }

    /// Checks the result of UTS 46 mapping like any host, except for its `xn--` labels, which have passed the round trip. An IP
    /// address that appears only after mapping is rejected as an attempt at disguise.
    private static func requireAccepted(mapped host: Span<UInt8>) throws(WebAddressFault) {
        var labels = HostLabels()
        for index in 0..<host.count {
            guard plain.contains(host[index]) else { throw .hostCharacter }
            if host[index] == UInt8(ascii: ".") { try labels.end(host, at: index) }
        }
        try requireAccepted(host, &labels)
        guard !Host(host).isIPAddress else { throw .internationalName }
    }

    /// Rejects `xn--` labels that do not survive decoding and encoding.
    private static func requireRoundTrip(_ host: Span<UInt8>) throws(WebAddressFault) {
        var lowercase: [UInt8] = []
        lowercase.reserveCapacity(host.count)
        for index in 0..<host.count { lowercase.append(host[index].lowercased) }
        do throws(IDNFault) { try IDN.requireCanonical(lowercase.span) } catch { throw .internationalName }
    }

    /// Browsers treat a name whose last label is numeric as an IPv4 address, in any notation (WHATWG URL, section 3.5).
    private static func requireAddress(_ host: Span<UInt8>, ifNumeric label: Range<Int>) throws(WebAddressFault) {
        guard host[label.lowerBound].isDigit else { return }
        let last = host.extracting(label)
        let isHexadecimal = last.count >= 2 && last[0] == UInt8(ascii: "0") && last[1].lowercased == UInt8(ascii: "x")
        for index in (isHexadecimal ? 2 : 0)..<last.count {
            guard isHexadecimal ? last[index].isHexDigit : last[index].isDigit else { return }
        }
        guard IPAddress(dotted: host) != nil else { throw .ipv4Form }
    }

    private static func ofIPv6(_ host: Span<UInt8>) throws(WebAddressFault) -> HostForm {
        guard host.count >= 4, host[host.count - 1] == UInt8(ascii: "]") else { throw .ipv6Form }
        let text = host.extracting(1..<host.count - 1)
        // IPv4-mapped addresses are serialized in hexadecimal too (WHATWG URL, section 3.6).
        guard let address = IPAddress(colons: text), address.withColonText({ $0.equals(lowercaseOf: text) }) else {
            throw .ipv6Form
        }
        for index in 0..<host.count where host[index] != host[index].lowercased { return .upperCase }
        return .accepted
    }

    /// Checks the labels of a host as their ends are found.
    private struct HostLabels {
        private(set) var start = 0
        private(set) var last = 0..<0
        private(set) var hasACE = false

        mutating func end(_ host: Span<UInt8>, at index: Int) throws(WebAddressFault) {
            // The final length of a non-ASCII label is not known yet; the ASCII form is checked later.
            guard index > start else { throw .hostLabel }
            guard index - start <= longestLabel || host.hasNonASCII(in: start..<index) else { throw .hostLabel }
            last = start..<index
            if index - start >= 4, host[start].lowercased == UInt8(ascii: "x"),
                host.extracting(start..<start + 4).equalsIgnoringCase("xn--")
            {
                hasACE = true
            }
            start = index + 1
        }
    }
}

extension Span<UInt8> {
    fileprivate func equals(lowercaseOf other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index].lowercased { return false }
        return true
    }

    fileprivate func hasNonASCII(in range: Range<Int>) -> Bool {
        for index in range where self[index] >= 0x80 { return true }
        return false
    }
}
