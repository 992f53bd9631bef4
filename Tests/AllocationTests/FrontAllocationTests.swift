import CAllocationCounter
import Daemon
import Foundation
import Routing
import Server
import Settings
import TestSupport
import Testing

/// An in-process daemon that has answered a click before answers it again without allocating, including logs, pages
/// with their sealed URLs, and refusals. The client allocates on another thread, which is not counted.
@Suite("Allocations of the front", .serialized)
struct FrontAllocationTests {
    struct Click: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var target: String
        var agent: String
        var status: Int
        /// The errors that are thrown and caught. The testing library takes a backtrace of each, in three allocations; a
        /// daemon of its own makes none.
        var errors = 0
    }

    /// The request target of a link on the example site.
    private static func target(_ link: String) -> String { String(link.dropFirst("https://example.page.link".count)) }

    static let clicks = [
        Click(
            testDescription: "a dynamic link", target: target(SampleClicks.dynamicLink), agent: SampleClicks.android,
            status: 302),
        Click(
            testDescription: "a dynamic link on a desktop", target: target(SampleClicks.dynamicLink),
            agent: SampleClicks.desktop, status: 302),
        Click(
            testDescription: "the way to an iPhone's page on another host", target: target(SampleClicks.dynamicLink),
            agent: SampleClicks.iPhone, status: 302),
        Click(
            testDescription: "a page for an unfurler", target: target(SampleClicks.dynamicLink) + "&st=Title&sd=Words",
            agent: SampleClicks.unfurler, status: 200),
        Click(
            testDescription: "a mail link", target: target(SampleClicks.mailLink), agent: SampleClicks.android,
            status: 302),
        Click(
            testDescription: "a page for a mail scanner", target: target(SampleClicks.mailLink),
            agent: "BarracudaCentral", status: 200),
        Click(
            testDescription: "a short link", target: target(SampleClicks.shortLink), agent: SampleClicks.android,
            status: 302),
        Click(testDescription: "an unknown code", target: "/NOPE", agent: SampleClicks.desktop, status: 404, errors: 1),
        Click(testDescription: "a reserved path", target: "/favicon.ico", agent: SampleClicks.desktop, status: 404),
        Click(testDescription: "robots.txt", target: "/robots.txt", agent: SampleClicks.desktop, status: 200),
    ]

    @Test("are as few as stated for a click that is answered again", .countsAllocations, arguments: clicks)
    func answer(click: Click) throws {
        var settings = DaemonSettings.onFreePorts
        settings.accessLog = "/dev/null"
        settings.decisionLog = "/dev/null"
        let daemon = try Daemon(settings, ruleSet: .shipped()) { .refused([]) }
        try daemon.start()
        defer {
            daemon.drain()
            try? daemon.waitUntilStopped()
        }
        let client = try RepeatingClient(daemon.urls(of: .front)[0], click)
        for _ in 0..<200 { #expect(try client.ask() == click.status) }
        let before = allocation_count_of_others()
        for _ in 0..<500 { _ = try client.ask() }
        let perRequest = Double(allocation_count_of_others() - before) / 500
        print("allocations to answer \(click.testDescription): \(perRequest)")
        // The log threads allocate occasionally, independently of the requests.
        #expect(perRequest < 3 * Double(click.errors) + 0.05)
    }
}

/// A connection that repeats the same request.
private final class RepeatingClient {
    struct Broken: Error {}

    private let descriptor: Int32
    private let request: [UInt8]
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(_ url: String, _ click: FrontAllocationTests.Click) throws {
        guard let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw Broken() }
        request = Array(
            "GET \(click.target) HTTP/1.1\r\nHost: example.page.link\r\nUser-Agent: \(click.agent)\r\n\r\n".utf8)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 15, tv_usec: 0)
        // Safe: the pointer is read only within the call, for the given size.
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Safe: a `sockaddr_in` begins with the fields of `sockaddr`, and is read only within the call.
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Broken() }
    }

    deinit { close(descriptor) }

    /// Sends the request, reads the response, and returns its status.
    func ask() throws -> Int {
        // Safe: the pointers are used only within the calls, for the given sizes.
        let sent = unsafe request.withUnsafeBytes {
            unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent == request.count else { throw Broken() }
        var count = 0
        while true {
            // Safe: the pointer is written only within the call, for the given size.
            let received = unsafe buffer.withUnsafeMutableBytes {
                unsafe recv(descriptor, $0.baseAddress.map { unsafe $0 + count }, $0.count - count, 0)
            }
            guard received > 0 else { throw Broken() }
            count += received
            let text = String(decoding: buffer[..<count], as: UTF8.self)
            guard let head = text.range(of: "\r\n\r\n"), let field = text.range(of: "Content-Length: ") else {
                continue
            }
            let length = Int(text[field.upperBound...].prefix { $0.isNumber }) ?? 0
            let body = text[head.upperBound...].utf8.count
            if body == length { return Int(text.dropFirst(9).prefix(3)) ?? 0 }
        }
    }
}
