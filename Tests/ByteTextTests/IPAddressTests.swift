import ByteText
import Glibc
import TestSupport
import Testing

@Suite struct IPAddressTests {
    @Test(arguments: [
        ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8::", "2001:db8::"),
        ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"),
        ("2001:0DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
        ("::1.2.3.4", "::102:304"),
        ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
        ("::ffff:203.0.113.9", "203.0.113.9"), ("0:0:0:0:0:FFFF:c0a8:1", "192.168.0.1"),
        ("::fffe:c0a8:1", "::fffe:c0a8:1"),
    ])
    func canonicalForms(text: String, canonical: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == canonical)
        #expect(IPAddress(canonical) == address)
    }

    @Test(arguments: [
        "", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "1..3.4", ":", ":::", "1:2:3:4:5:6:7",
        "1::2::3",
        "1:2:3:4:5:6:7:8:9", "12345::", "g::", "::1%eth0", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:6:7:8::", "1:", ":1",
        "::1.2.3", "[::1]", "1:2:3:4:5:6::1.2.3.4",
    ])
    func refused(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("it accepts what the C library accepts, and prints what it prints")
    func agrees() {
        let seed: UInt64 = 20_261_122
        var generator = SplitMix64(seed: seed)
        let pieces = ["0", "1", "ff", "FFFF", "c0a8", "12345", "255", "256", "01", "g"]
        for _ in 0..<20_000 {
            var text = Bool.random(using: &generator) ? "::" : ""
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                text += pieces.randomElement(using: &generator)!
                text += [":", ":", ":", ":", "::", "."].randomElement(using: &generator)!
            }
            if Bool.random(using: &generator) { text.removeLast() }
            if Int.random(in: 0..<4, using: &generator) == 0 { text += "10.0.255.1" }
            #expect(IPAddress(text)?.bits == Self.libraryBits(text), "\(text), seed \(seed)")
        }
        for _ in 0..<5_000 {
            var bits: UInt128 = 0
            for _ in 0..<8 {
                bits =
                    bits << 16
                    | (Bool.random(using: &generator) ? 0 : UInt128.random(in: 0...0xFFFF, using: &generator))
            }
            // The library prints addresses below 1:0:0 in a deprecated mixed notation with dotted decimal (RFC 4291).
            guard bits >> 32 > 0xFFFF else { continue }
            let address = IPAddress(bits: bits)
            #expect(address.description == Self.libraryText(bits), "seed \(seed)")
            #expect(IPAddress(address.description) == address)
        }
    }

    @Test func forms() {
        let mapped = Array("::ffff:127.0.0.1".utf8)
        #expect(IPAddress(dotted: mapped.span) == nil && IPAddress(colons: Array("127.0.0.1".utf8).span) == nil)
        let address = IPAddress(colons: mapped.span)
        #expect(address == IPAddress(ipv4: 0x7F00_0001) && address?.isLoopback == true)
        #expect(address?.withColonText { String($0) } == "::ffff:7f00:1")
    }

    @Test func subscribers() {
        #expect(IPAddress("2001:db8:1:2:3::4")?.subscriber == IPAddress("2001:db8:1:2::"))
        #expect(IPAddress("192.0.2.1")?.subscriber == IPAddress("192.0.2.1"))
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("0.0.0.0/0", "1.2.3.4", true),
        ("::/0", "2001:db8::1", true), ("::/0", "1.2.3.4", false), ("0.0.0.0/0", "::1", false),
        ("2001:db8::/33", "2001:db8:7fff::", true), ("2001:db8::/33", "2001:db8:8000::", false),
        ("192.0.2.1/32", "::ffff:192.0.2.1", true), ("192.0.2.1/32", "192.0.2.0", false),
    ])
    func blocks(block: String, address: String, contains: Bool) throws {
        let (block, address) = (try #require(CIDR(block)), try #require(IPAddress(address)))
        #expect(block.contains(address) == contains)
        #expect(CIDR(address).contains(block) == (block == CIDR(address)))
    }

    @Test func blocksOfBothFamilies() throws {
        let address = try #require(IPAddress("192.0.2.1"))
        #expect(CIDR("::/0")?.containsMapped(address) == true)
        #expect(CIDR("2000::/3")?.containsMapped(address) == false)
        #expect(CIDR("192.0.2.129/25")?.masked.description == "192.0.2.128/25")
        #expect(CIDR("192.0.2.0/24")?.contains(try #require(CIDR("192.0.2.128/25"))) == true)
    }

    @Test(arguments: [
        "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/+8", "::/129", "::ffff:10.0.0.0/104", "/8",
        "::ffff:a00:0/104", "10.0.0.0/8/8",
    ])
    func refusedBlocks(text: String) {
        #expect(CIDR(text) == nil)
    }

    private static func libraryBits(_ text: String) -> UInt128? {
        var (four, six) = (in_addr(), in6_addr())
        // Safe: the string is terminated, and one address of the family's size is written into the local variable.
        if unsafe inet_pton(AF_INET, text, &four) == 1 { return IPAddress(ipv4: UInt32(bigEndian: four.s_addr)).bits }
        guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        return unsafe UInt128(bigEndian: unsafeBitCast(six, to: UInt128.self))
    }

    private static func libraryText(_ bits: UInt128) -> String {
        var bytes = bits.bigEndian
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        // Safe: both local variables outlive the call, and the text is terminated.
        _ = unsafe inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

@Suite("Which addresses are public")
struct PublicAddressTests {
    @Test(
        "what a machine on the internet may have is public, each range to its ends",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0",
            "192.167.255.255",
            "192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
            "::ffff:8.8.8.8", "2606:4700::1111", "2001:200::1", "2001:4860::8888", "2003::1", "3fff:1000::",
        ])
    func isPublic(_ text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test(
        "everything else is not",
        arguments: [
            "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
            "127.255.255.255", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1",
            "192.88.99.1",
            "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.255",
            "224.0.0.1",
            "239.255.255.255", "240.0.0.1", "255.255.255.255", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::", "::1",
            "::127.0.0.1", "64:ff9b::808:808", "64:ff9b:1::a00:1", "100::1", "2001::1", "2001:1ff::1", "2001:db8::1",
            "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
            "4000::1",
        ])
    func isNotPublic(_ text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }
}
