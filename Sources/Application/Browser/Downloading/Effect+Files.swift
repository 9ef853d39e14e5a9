import SonicProtocol

extension Effect {
    /// What is asked about files: written, saved from servers, sent by forms.
    public enum Files: Sendable, Equatable {
        /// Write a file: `Report.exported`.
        case export(ExportOrder)
        /// Find out about files that a form is to send: `Report.found`.
        case find(FileQuery)
        /// Save a file, and report how it fares with `Report.downloadReported`.
        case download(DownloadOrder)
        /// Stop the file with this number; its part is kept.
        case stopDownload(Int)
        /// Remove the part of the file at a path, where it is the part of what is at this address.
        case removePart(path: String, url: WebURL)
        /// Look for the parts of files of earlier runs: `Report.partsFound`.
        case findParts
        /// Report each time that the file at this address is saved, in place of another one: `Report.saved`; nil for none.
        case follow(WebURL?)

        /// What becomes of files.
        public enum Report: Sendable {
            /// This became of a file that was to be written.
            case exported(ExportReport)
            /// This was found out of files that a form is to send.
            case found(FileReport)
            /// The file with this number fares like this.
            case downloadReported(DownloadReport, Int)
            /// These parts of files of earlier runs can be gone on with.
            case partsFound([FoundPart])
            /// The file at this address was saved.
            case saved(WebURL)
        }
    }
}

extension Effect.Files.Report {
    func apply(to model: inout Model) {
        switch self {
        case .exported(let report): model.handle(report)
        case .found(let report): model.handle(report)
        case .downloadReported(let report, let number): model.update(report, of: number)
        case .partsFound(let parts): model.accept(parts: parts)
        case .saved(let file): model.handleSave(of: file)
        }
    }
}
