import Foundation
import Libevent
import PostgreSQL
import TestSupport
import Testing

@testable import LinkSource

@Suite("Connecting", serverIsInstalled, .timeLimit(.minutes(20)))
struct OpeningTests {
    @Test func aBlackHoleIsGivenUpInTime() async throws {
        let hole = try BlackHole()
        try await SourceActor.with { source in
            let start = ContinuousClock.now
            let error = try await failure { try await source.open(hole.url, deadline: .milliseconds(300)) }
            #expect(error.isConnectionLost)
            #expect(error.description.contains("127.0.0.1:\(hole.port)"))
            #expect(error.description.contains("no response in"))
            #expect(start.duration(to: .now) >= .milliseconds(299))
        }
    }

    @Test func theSecondHostIsTriedWhereTheFirstIsSilentOrDead() async throws {
        let hole = try BlackHole()
        let alive = try ConnectionParameters(SharedServer.networkURL).ports[0]
        try await SourceActor.with { source in
            for port in [hole.port, 1] {
                let connection = try await source.open(
                    "postgresql://postgres@127.0.0.1:\(port),127.0.0.1:\(alive)/postgres", deadline: .seconds(8))
                #expect(connection.isUsable)
            }
        }
    }

    @Test func namesAreLookedUpAndFaultsNamed() async throws {
        let port = try ConnectionParameters(SharedServer.networkURL).ports[0]
        try await SourceActor.with { source in
            let url = "postgresql://postgres@no-such-host.invalid:1,localhost:\(port)/postgres"
            #expect(try await source.open(url).isUsable)
            let error = try await failure { try await source.open("host=no-such-host.invalid user=postgres") }
            #expect(error.isConnectionLost && error.description.contains("no-such-host.invalid: "))
        }
    }

    @Test func aStandbyIsPassedOverWhereWritesAreWanted() async throws {
        let primary = try PostgreSQLServer()
        let standby = try primary.standby(isSynchronous: true)
        let hosts = "postgresql://postgres@127.0.0.1:\(standby.port),127.0.0.1:\(primary.port)/postgres"
        try await SourceActor.with { source in
            let write = Statement("CREATE TABLE IF NOT EXISTS written (n bigint)")
            let any = try await source.open(hosts)
            #expect(try await failure { try await any.run([write]) }.isReadOnly)
            let writer = try await source.open(hosts + "?target_session_attrs=read-write")
            _ = try await writer.run([write])
            // The primary dies, and the standby replaces it, with all writes.
            primary.kill()
            #expect(
                try await failure { try await source.open(hosts + "?target_session_attrs=read-write") }
                    .isConnectionLost)
            try standby.promote()
            let next = try await source.open(hosts + "?target_session_attrs=read-write")
            #expect(try await next.run([write, Statement("SELECT count(*) FROM written")])[1].integer(0, 0) == 0)
        }
    }

    @Test func aWrongPasswordIsReportedWithoutIt() async throws {
        var options = PostgreSQLServer.Options()
        options.access = ["host all writer 127.0.0.1/32 scram-sha-256"]
        let server = try PostgreSQLServer(options)
        try server.sql("CREATE ROLE writer LOGIN PASSWORD 'right-word'")
        let url = "postgresql://writer@127.0.0.1:\(server.port)/postgres"
        try await SourceActor.with { source in
            var parameters = try ConnectionParameters(url)
            parameters.password = "wrong-word"
            let error = try await failure { try await SourceConnection.open(parameters, on: source.loop) }
            #expect(error.description.contains("127.0.0.1"))
            #expect(error.description.contains("\"writer\""))
            #expect(!error.description.contains("wrong-word") && !error.description.contains("\n"))
            parameters.password = "right-word"
            #expect(try await SourceConnection.open(parameters, on: source.loop).isUsable)
        }
    }

    @Test func theNameOfTheProgramIsSeenAtTheServer() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            let rows = try await connection.run([
                Statement("SELECT current_setting('application_name'), current_setting('client_encoding')")
            ])[0]
            #expect(try rows.text(0, 0) == "fingerpost")
            #expect(try rows.text(0, 1) == "UTF8")
            #expect(connection.serverVersion >= 130_000)
        }
    }

    @Test(
        "TLS is asked for beyond this machine",
        arguments: [
            ("postgresql://db.example/links", "verify-full"), ("host=192.0.2.1", "verify-full"),
            ("host=db.example hostaddr=192.0.2.1", "verify-full"), ("host=192.0.2.1 sslmode=require", "require"),
            ("host=/run/postgresql", nil), ("host=127.0.0.1", nil), ("host=::1", nil), ("host=localhost", nil),
        ] as [(String, String?)])
    func defaults(url: String, mode: String?) throws {
        let complete = try ConnectionParameters(url).withDefaults()
        #expect(complete["sslmode"] == mode)
        #expect((complete["sslrootcert"] != nil) == (mode == "verify-full"))
        #expect(complete["gssencmode"] == "disable")
    }
}

/// A port where the kernel accepts connections that are never answered.
final class BlackHole: Sendable {
    private let descriptor: Int32
    let port: Int

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Safe: the kernel reads and fills a local of the size that is passed.
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, length) == 0 && listen(listener, 5) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        try #require(isBound)
        descriptor = listener
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    var url: String { "postgresql://postgres@127.0.0.1:\(port)/postgres" }
}
