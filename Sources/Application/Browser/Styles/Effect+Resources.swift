import BrowserValues

extension Effect {
    /// Effects on the subresources of a page.
    public enum Resources: Sendable, Equatable {
        /// Fetch a style sheet: `Report.styleFetched`.
        case fetchStyle(StyleOrder)
        /// Draw a picture as characters: `Report.pictureDrawn`.
        case drawPicture(PictureOrder)

        /// The reports of resources.
        public enum Report: Sendable {
            /// A style sheet was received, in UTF-8; nil if it could not be loaded.
            case styleFetched(StyleOrder, [UInt8]?)
            /// The outcome of an order for a picture.
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
