import Links
import Testing

@testable import LinkCatalog
@testable import SiteSetup

@Suite("The columns that init counts are those that the import reads")
struct ExportColumnTests {
    @Test("each column is that parameter's")
    func columns() {
        #expect(ExportColumn.count == TakeoutColumns.count)
        let columns: [(Int, LinkParameter)] = [
            (ExportColumn.link, .link), (ExportColumn.package, .apn), (ExportColumn.bundle, .ibi),
            (ExportColumn.customScheme, .ius), (ExportColumn.appStoreID, .isi),
        ]
        for (column, parameter) in columns { #expect(TakeoutColumns.parameters[column - 1] == parameter) }
    }
}
