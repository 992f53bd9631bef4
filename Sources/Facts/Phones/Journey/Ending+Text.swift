extension Ending: CustomStringConvertible {
    public var description: String {
        switch self {
        case .app(let id, let version, let url): "app \(id) \(version) \(url ?? "(started)")"
        case .store(let page): page.description
        case .web(let url): "web \(url)"
        case .question(let question):
            "asks \(question.kind.rawValue): \(question.accepted); refused: "
                + question.refused.map(\.description).joined(separator: " or ")
        case .deadEnd(let deadEnd): "dead end: \(deadEnd)"
        }
    }
}

extension AppStorePage: CustomStringConvertible {
    public var description: String { "\(store.rawValue) \(app ?? "-")\(isWeb ? " (web)" : "")" }
}

extension DeadEnd: CustomStringConvertible {
    public var description: String {
        switch self {
        case .blankPage: "a blank page"
        case .nothingHappens: "nothing happens"
        case .unknownScheme: "ERR_UNKNOWN_URL_SCHEME"
        case .invalidAddress: "the address is invalid"
        case .errorPage(let status): "error page \(status)"
        case .loop: "redirect loop"
        case .pageWithoutWay: "a page without a way to continue"
        case .operationNotValid: "the operation is not valid"
        }
    }
}

extension Journey.Detour: CustomStringConvertible {
    public var description: String {
        switch self {
        case .page: "an intermediate page"
        case .wayFailed(let number, let deadEnd): "link \(number) of the page failed: \(deadEnd)"
        case .wayLedBack(let number): "link \(number) of the page led back to it"
        }
    }
}
