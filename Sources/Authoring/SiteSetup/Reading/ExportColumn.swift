/// The columns of a Takeout export that say what a site is; the first is 0 (Firebase, "Export Dynamic Links").
enum ExportColumn {
    static let shortLink = 0
    static let link = 1
    static let package = 2
    static let bundle = 5
    static let customScheme = 7
    static let appStoreID = 10
    static let count = 29
}
