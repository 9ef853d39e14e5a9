import SonicProtocol

/// The headers of a response, and after a separator those of a 304 that confirms it.
enum ClassificationInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = InputReader(bytes)
        let raw = reader.section()
        let confirmation = Headers(behindFirstLineOf: reader.everything())
        guard let head = ResponseHead(raw: raw) else { return }
        try promise((100...999).contains(head.status), "a status has three digits")
        let tags = ResponseTags(head.headers)
        for asked in questions(tags) {
            let found = ResponseClassifier.classification(of: head, tags: tags, asked: asked)
            try promise(
                found.kind == ResponseClassifier.classify(head, tags: tags, asked: asked), "one verdict")
            if case .notModified = found.kind {
                try promise(head.status == 304 && asked.isConditional, "only 304 says that nothing is new")
            }
            if case .update = found.kind {
                try promise(tags.isSonic, "only Sonic brings updates")
            }
        }
        for field in head.headers.fields {
            let again = HeaderField(nameBytes: field.nameBytes, valueBytes: field.valueBytes)
            try promise(again == field, "a field that was read once reads the same again")
        }
        let received = Instant(milliseconds: 1_700_000_000_000)
        let renewed = head.headers.renewed(by: confirmation, received: received)
        for field in head.headers.fields {
            let isThere = renewed.fields.contains { Bytes.equalIgnoringCase($0.nameBytes, field.nameBytes) }
            try promise(isThere || field.isNamed("age"), "a confirmation erases nothing but the age")
        }
        try promise(
            renewed.renewed(by: confirmation, received: received) == renewed,
            "what is confirmed twice is as if once")
    }

    private static func questions(_ tags: ResponseTags) -> [RequestConditions] {
        [
            RequestConditions(sonic: false), RequestConditions(date: true, sonic: false), RequestConditions(),
            RequestConditions(etag: "a", templateTag: "b"),
            RequestConditions(etag: tags.etag, templateTag: tags.templateTag),
        ]
    }
}
