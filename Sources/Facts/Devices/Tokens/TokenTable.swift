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
