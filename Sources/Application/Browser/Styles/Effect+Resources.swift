extension Effect {
    /// What is asked about that which a page names besides its text.
    public enum Resources: Sendable, Equatable {
        /// Fetch a style sheet: `Report.styleFetched`.
        case fetchStyle(StyleOrder)
        /// Have a picture drawn as characters: `Report.pictureDrawn`.
        case drawPicture(PictureOrder)

        /// What becomes of resources.
        public enum Report: Sendable {
            /// A style sheet came, in UTF-8; nil when it could not be had.
            case styleFetched(StyleOrder, [UInt8]?)
            /// This became of a picture.
            case pictureDrawn(PictureOrder, PictureReport)
        }
    }
}

extension Effect.Resources.Report {
    func apply(to model: inout Model) {
        switch self {
        case .styleFetched(let order, let bytes):
            model.account.shelf.put(bytes, for: order, domainToASCII: model.setup.domainToASCII)
        case .pictureDrawn(let order, let report): model.accept(report, for: order)
        }
    }
}
