import PostgreSQL
import Testing

@Suite struct ConnectionParametersTests {
    @Test func aURLOfSeveralHostsIsReadInOrder() throws {
        let parameters = try ConnectionParameters(
            "postgresql://writer:secret-word@one:5433,two:5434/links?sslmode=require")
        #expect(parameters.hosts == ["one", "two"])
        #expect(parameters.ports == ["5433", "5434"])
        #expect(parameters["sslmode"] == "require")
        #expect(parameters["dbname"] == "links")
        #expect(parameters.password == "secret-word")
    }

    @Test func noDescriptionHasThePassword() throws {
        var parameters = try ConnectionParameters("host=/run/postgresql user=writer dbname=links")
        parameters.password = "secret-word"
        var dumped = ""
        dump(parameters, to: &dumped)
        for text in ["\(parameters)", String(reflecting: parameters), dumped, "\([parameters])"] {
            #expect(!text.contains("secret-word"))
        }
        #expect(parameters.description == "postgresql://writer@/run/postgresql:5432/links")
    }

    @Test(
        "what can't be read is refused without being quoted",
        arguments: [
            "host=one password=secret word", "postgresql://u:secret@[one/links", "postgresql://one/links?secret=word",
            "postgresql://u:%ssecret@one/", "host=one port=secret", "host=one,two,three port=1,2", "service=secret",
        ])
    func refusals(text: String) throws {
        let error = try #require(throws: PostgreSQLError.self) { try ConnectionParameters(text) }
        guard case .parameters(let message) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!message.contains("secret"))
        #expect(!message.contains("\n"))
    }
}
