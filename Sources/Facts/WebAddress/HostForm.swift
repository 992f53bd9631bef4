import ByteText
import IDN

/// What has to be done to a host before it is accepted.
///
/// Accepted are names of lower-case letters, digits, hyphens, underscores and dots; IPv4 addresses of four decimal parts;
/// IPv6 addresses in brackets as the WHATWG standard writes them. The limits are those of DNS (RFC 1035, section 2.3.4).
enum HostForm {
    case accepted
    case upperCase
    /// It has letters beyond ASCII and must go through ``asciiForm(of:)``.
    case international

    /// The bytes of an accepted name.
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

    /// Whether a byte ends what stands between `//` and the path.
    @inline(__always)
    static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// What a host of ASCII still has to be: short enough, and an address where it looks like one.
    private static func requireAccepted(_ host: Span<UInt8>, _ labels: inout HostLabels) throws(WebAddressFault) {
        try labels.end(host, at: host.count)
        guard host.count <= longestName else { throw .hostLength }
        try requireAddress(host, ifNumeric: labels.last)
    }

    /// The lower-case A-label form of a host with letters beyond ASCII.
    static func asciiForm(of host: Span<UInt8>) throws(WebAddressFault) -> [UInt8] {
        try AddressScan.requireUTF8(host)
        let ascii: [UInt8]
        do throws(IDNFault) { ascii = try IDN.asciiForm(of: host) } catch { throw .internationalName }
        try requireAccepted(mapped: ascii.span)
        return ascii
    }

    /// What UTS 46 maps to is judged like any host, but its `xn--` labels have come back as they were. An address that appears
    /// only now was meant to be overlooked.
    private static func requireAccepted(mapped host: Span<UInt8>) throws(WebAddressFault) {
        var labels = HostLabels()
        for index in 0..<host.count {
            guard plain.contains(host[index]) else { throw .hostCharacter }
            if host[index] == UInt8(ascii: ".") { try labels.end(host, at: index) }
        }
        try requireAccepted(host, &labels)
        guard !Host(host).isIPAddress else { throw .internationalName }
    }

    /// Refuses `xn--` labels that do not come back as they were when decoded and encoded again.
    private static func requireRoundTrip(_ host: Span<UInt8>) throws(WebAddressFault) {
        var lowercase: [UInt8] = []
        lowercase.reserveCapacity(host.count)
        for index in 0..<host.count { lowercase.append(host[index].lowercased) }
        do throws(IDNFault) { try IDN.requireCanonical(lowercase.span) } catch { throw .internationalName }
    }

    /// A name whose last label is a number is an IPv4 address to browsers, in whatever form (WHATWG URL, section 3.5).
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
        // A mapped address is written in hexadecimal, too (WHATWG URL, section 3.6).
        guard let address = IPAddress(colons: text), address.withColonText({ $0.equals(lowercaseOf: text) }) else {
            throw .ipv6Form
        }
        for index in 0..<host.count where host[index] != host[index].lowercased { return .upperCase }
        return .accepted
    }

    /// Checks labels one after the other as their ends are found.
    private struct HostLabels {
        private(set) var start = 0
        private(set) var last = 0..<0
        private(set) var hasACE = false

        mutating func end(_ host: Span<UInt8>, at index: Int) throws(WebAddressFault) {
            // With letters beyond ASCII the length is not known yet; the ASCII form comes by here again.
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
