import ByteText
import LinkCatalog
import LinkStore
import Links
import Routing

/// The rules that links are held against on the command line.
enum LinkRules {
    static func checker(_ rules: RulesOption) throws -> LinkChecker {
        LinkChecker(try Evaluator(rules.ruleSet()))
    }

    /// Runs what refuses links, and ends the program with exit code 1 and the reason where it does.
    static func orRefuse<Value>(_ body: () throws(ShortLinkFault) -> Value) throws -> Value {
        do throws(ShortLinkFault) { return try body() } catch { throw Refusal(error.message) }
    }

    /// Says what there is to be warned of in a link that was made or changed.
    static func say(_ warnings: [ShortLinkWarning], _ more: [String] = []) {
        for line in warnings.map(\.line) + more { Output.error("warning: \(line)") }
    }

    /// Runs what asks the store, and ends the program with its reason where it fails.
    static func orFail<Value>(_ body: () throws(StoreError) -> Value) throws -> Value {
        do throws(StoreError) { return try body() } catch {
            if error.isRefusal { throw Refusal(error.description) }
            throw Failure(error.description)
        }
    }

    /// The key of a short link as people write it.
    static func key(_ link: String) throws -> LinkKey {
        let place = try orRefuse { () throws(ShortLinkFault) in try LinkFields.place(link) }
        guard let key = LinkKey(domain: place.domain, code: place.code) else {
            throw Failure("\(link): not a short link; its host must be lowercase")
        }
        return key
    }
}
