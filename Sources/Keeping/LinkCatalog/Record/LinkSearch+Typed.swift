public import LinkStore

extension LinkSearch {
    /// Searches for text that a person typed. A host that is not ASCII also matches in its IDNA form.
    public init(typed text: String) {
        self.init([text] + (text.withHostInASCII.map { [$0] } ?? []))
    }
}
