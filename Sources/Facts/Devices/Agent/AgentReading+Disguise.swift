extension AgentReading {
    /// Whether an agent that names a Mac may come from an iPad.
    ///
    /// Since iPadOS 13 Safari on an iPad, and what is built on its engine, sends the agent of a Mac, letter by letter.
    /// Chromium and Firefox on a Mac have engines of their own, and iPads do not.
    func mayBeIPad(on platform: Platform) -> Bool {
        platform == .macos && has(.appleWebKit) && !has(.chrome)
    }
}
