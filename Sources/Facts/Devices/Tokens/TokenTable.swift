import ByteText
import CDeviceTokens

/// The built-in token table: `tokens.tsv` of the module `CDeviceTokens`, embedded in the program. To extend the classifier, add a
/// row to the group of its origin. Each row contains an agent as evidence, which a test verifies.
enum TokenTable {
    /// The tokens as the input of the compilation, without copies of their texts, because every program start pays for it.
    static var builder: TokenAutomatonBuilder {
        var builder = TokenAutomatonBuilder()
        read { entry, table in
            if case .token(let text, let place, let meaning, _) = entry {
                builder.append(table.extracting(text), place, meaning)
            }
        }
        return builder
    }

    /// The table with all evidence.
    static let groups: [TokenGroup] = {
        var groups: [TokenGroup] = []
        read { entry, table in
            switch entry {
            case .heading(let columns):
                groups.append(TokenGroup(origin: TokenOrigin(String(table.extracting(columns)))))
            case .token(let text, let place, let meaning, let example):
                let token = DeviceToken(String(table.extracting(text)), place, meaning)
                groups[groups.count - 1].rows.append(TokenRow(token: token, example: String(table.extracting(example))))
            }
        }
        return groups
    }()

    static let rows = groups.flatMap(\.rows)
    static let tokens = rows.map(\.token)

    private static func read(_ visit: (TokenTableReader.Entry, Span<UInt8>) -> Void) {
        // Safe: the table is in static storage and has this size.
        let table = unsafe Span(_unsafeStart: device_tokens(), count: device_tokens_size())
        var reader = TokenTableReader(table)
        do throws(TokenTableFault) {
            while let entry = try reader.next() { visit(entry, table) }
        } catch {
            fatalError("\(error)")
        }
    }
}

/// Tokens with the same origin.
///
/// The origin documents the meaning of the tokens. It is not part of compiled tables.
struct TokenGroup: Sendable {
    let origin: TokenOrigin
    var rows: [TokenRow] = []
}

/// A token with its evidence.
struct TokenRow: Sendable {
    let token: DeviceToken
    /// An agent in which the token has its meaning: evidence and a test case.
    let example: String
}

/// The origin of tokens.
enum TokenOrigin: Sendable, Hashable {
    /// A document of a vendor or a standard that describes its agents.
    case document(vendor: String, title: String, address: String)
    /// Names that a class of devices or programs sends, if no document lists them. A token has its meaning only in agents
    /// of this class.
    case ownNames(String)

    /// Creates the origin from the columns of a heading, one or three.
    init(_ heading: String) {
        let columns = heading.split(separator: "\t").map(String.init)
        self =
            columns.count == 1
            ? .ownNames(heading) : .document(vendor: columns[0], title: columns[1], address: columns[2])
    }
}
