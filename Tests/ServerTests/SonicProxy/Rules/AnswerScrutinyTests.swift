import SonicProxy
import TestSupport
import Testing

@Suite struct AnswerScrutinyTests {
    private static func objection(_ text: String) -> String? {
        AnswerScrutiny.objection(to: Array(text.utf8))
    }

    @Test(arguments: TableRow.rows("valid head", in: "Tests/ServerTests/SonicServer/scrutiny.table"))
    func `valid heads are accepted`(row: TableRow) {
        let head = row[1]
        #expect(Self.objection(head) == nil)
    }

    @Test(arguments: TableRow.rows("ambiguous head", in: "Tests/ServerTests/SonicServer/scrutiny.table"))
    func `an ambiguous head is rejected`(row: TableRow) {
        let head = row[1]
        #expect(Self.objection(head) != nil)
    }
}
