/// What every report says of a waiver that is no longer needed.
package enum WaiverText {
    package static let needless = "waived, but it passed: remove the waiver"
}
