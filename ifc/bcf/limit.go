package bcf

import "errors"

// The limits of an archive that is read. The largest that is known, a federated model's issues of two years, has some
// 4,000 topics with a picture each, 900 MB in all.
const (
	MaxEntries  = 50_000  // files in the archive
	MaxDocument = 8 << 20 // bytes of one XML file
	MaxFile     = 64 << 20
	MaxTotal    = 2 << 30 // bytes of all files, unpacked, as they are read

	maxElements = 200_000 // of one XML file
	maxDepth    = 32      // elements within each other; the schemas need 8
	maxFaults   = 1000    // told of one archive
)

// ErrTooLarge is the cause of errors about archives beyond the limits.
var ErrTooLarge = errors.New("the archive is too large")

// ErrNoArchive is the cause of errors about what is no BCF archive.
var ErrNoArchive = errors.New("this is no BCF archive")
