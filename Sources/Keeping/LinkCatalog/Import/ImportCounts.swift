public import Links

extension LinkImporter {
    /// The result so far.
    public struct Counts: Sendable, Equatable {
        /// Links that were written, or in a dry run would be.
        public var imported = 0
        /// Links that the store had with other contents, and that now have the file's.
        public var replaced = 0
        /// Links that already existed as the file has them.
        public var known = 0
        /// Lines that repeat an earlier line's link as it is.
        public var repeated = 0
        /// Lines that were refused; each was reported with its reason.
        public var refused = 0
        /// For each warning, how many links it concerned, and the line of the first.
        public var warnings: [ShortLinkWarning: Warned] = [:]
        /// Links without a creation time, which are created now.
        public var undated = Warned(firstLine: 0)
        /// Links whose creation time can't be read, which are created now.
        public var misdated = Warned(firstLine: 0)
        /// Links that are disabled, since they do not work where they come from.
        public var stopped = Warned(firstLine: 0)
        /// Links whose codes differ from another link's only in case, on sites that ignore case.
        public var respelled = Respelled()
        /// Links whose codes differ from another link's only in case, on sites where the case counts.
        public var otherwiseSpelled = Respelled()
        /// Links whose social texts had line breaks, which links can't have: they became blanks.
        public var blanked = Warned(firstLine: 0)

        /// Of no line.
        public init() {}
    }

    /// Links whose codes differ from another link's only in case.
    public struct Respelled: Sendable, Equatable {
        /// How many.
        public var links = Warned(firstLine: 0)
        /// The code of the first one that was found.
        public var code = ""
        /// Where the other link is: `line 3`, `the store`.
        public var other = ""

        /// None.
        public init() {}

        mutating func count(_ line: Int, _ code: Substring, like other: String) {
            if links.links == 0 || line < links.firstLine { (self.code, self.other) = (String(code), other) }
            links.count(line)
        }
    }

    /// The links that a warning concerned.
    public struct Warned: Sendable, Equatable {
        /// How many links it concerned.
        public var links = 0
        /// The line of the first of them, from 1.
        public var firstLine: Int

        /// A count that begins at a line.
        public init(links: Int = 0, firstLine: Int) {
            self.links = links
            self.firstLine = firstLine
        }

        /// Counts a link, in any order of the lines.
        mutating func count(_ line: Int) {
            firstLine = links == 0 ? line : min(firstLine, line)
            links += 1
        }
    }
}

extension LinkImporter.Counts {
    /// Counts what there is to say of a link that is no repetition.
    mutating func note(_ row: ImportBatch.Row) {
        for warning in row.warnings {
            warnings[warning, default: LinkImporter.Warned(firstLine: row.line)].count(row.line)
        }
        if row.isUndated { undated.count(row.line) }
        if row.isBlanked { blanked.count(row.line) }
        if row.isMisdated { misdated.count(row.line) }
        if row.isStopped { stopped.count(row.line) }
    }
}
