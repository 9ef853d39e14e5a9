import SonicProtocol
import SystemLibraries

/// The body of a response.
enum UpdateInput {
    private static let page = Array(
        """
        <!doctype html><html><head><title>News</title></head><body><!--sonicdiff-lines--><p>1</p>\
        <!--sonicdiff-lines-end--><hr><!--sonicdiff--><b>2</b><!--sonicdiff-end--></body></html>
        """.utf8)
    private static let split = PageSplit(html: page)

    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        let (node, problems) = JSONNode.read(bytes)
        let update: DataUpdate
        do throws(DataUpdate.Failure) {
            update = try DataUpdate(json: bytes)
        } catch {
            return
        }
        // The other reader accepts JSON5 and no duplicate names: if both succeed, they have the same result.
        if let node, problems.isEmpty {
            let names = Set(node["data"]?.members?.map(\.name) ?? [])
            try promise(names == Set(update.data.keys), "an update has the blocks that stand in it")
        }
        for claimed in [nil, update.htmlSHA1] {
            do throws(MergeFailure) {
                let merged = try split.merging(update, into: page, claimed: claimed, hashes: .nettle)
                try check(merged, claimed)
            } catch {
                guard case .wrongHash(let claimed, let computed) = error, claimed == computed else {
                    continue
                }
                throw BrokenPromise("equal hashes are no failure")
            }
        }
    }

    private static func check(_ merged: MergedPage, _ claimed: String?) throws(MergeFailure) {
        let sha1 = Hashes.nettle.sha1(merged.html)
        let isProven = claimed.map { $0.lowercased() == sha1 } ?? true
        guard merged.sha1 == sha1, isProven else { throw .wrongHash(claimed: sha1, computed: sha1) }
    }
}
