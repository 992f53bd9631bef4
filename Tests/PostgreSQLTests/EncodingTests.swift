import Testing

@testable import PostgreSQL

@Suite struct EncodingTests {
    /// The output of `COPY (SELECT 1::int, NULL, 'ab'::text, true) TO STDOUT (FORMAT binary)`.
    @Test func copyRowsAreWhatPostgreSQLWrites() {
        var rows = CopyRows()
        rows.append([.integer32(1), .null, .text("ab"), .boolean(true)])
        let header = Array("PGCOPY\n".utf8) + [255, 13, 10, 0] + [0, 0, 0, 0] + [0, 0, 0, 0]
        let row: [UInt8] = [0, 4, 0, 0, 0, 4, 0, 0, 0, 1, 255, 255, 255, 255, 0, 0, 0, 2, 97, 98, 0, 0, 0, 1, 1]
        #expect(rows.count == header.count + row.count)
        #expect(rows.piece() == header + row)
        #expect(rows.end() == [255, 255])
    }

    /// The output of `array_send` for `ARRAY['a', '']` and for an empty array.
    @Test func arraysAreWhatPostgreSQLSends() {
        var bytes: [UInt8] = []
        Statement.Parameter.texts(["a", ""]).appendBinary(to: &bytes)
        #expect(bytes == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 97, 0, 0, 0, 0])
        bytes = []
        Statement.Parameter.integers([]).appendBinary(to: &bytes)
        #expect(bytes == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20])
    }

    @Test func nullAndEmptyAreTwoThings() {
        let encoded = EncodedParameters([.null, .bytes([]), .integer(258)])
        #expect(encoded.places == [nil, 0..<0, 0..<8])
        #expect(encoded.bytes == [0, 0, 0, 0, 0, 0, 1, 2])
        #expect(encoded.types == [0, 17, 20])
    }

    @Test func messagesAreOneLineWithoutTheSecret() {
        let message = "connection failed: no\n\tIs it \"secret-word\" there?\nconnection failed: no\n"
        #expect(
            MessageText.line(message, without: "secret-word") == "connection failed: no; Is it \"***\" there?")
        #expect(MessageText.withoutQuotations(message) == "connection failed: no; Is it \"…\" there?")
        #expect(MessageText.line(String(repeating: "a", count: 1000)).count == 501)
    }

    @Test func errorsSayWhatCanBeDoneAboutThem() {
        func server(_ state: String) -> PostgreSQLError {
            .server(state: state, message: "m", detail: "", constraint: "")
        }
        #expect(["40001", "40P01"].allSatisfy { server($0).isRetryable })
        #expect(!server("23505").isRetryable && server("23505").isUniqueViolation)
        #expect(!PostgreSQLError.connection("40001").isRetryable)
        #expect(server("40001").description == "m (SQLSTATE 40001)")
    }
}
