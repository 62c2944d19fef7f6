package bcf

import "errors"

// The limits for reading an archive. The largest known archive holds the issues of a federated model from two years:
// some 4,000 topics with a picture each, 900 MB in all.
const (
	MaxEntries  = 50_000  // files in the archive
	MaxDocument = 8 << 20 // bytes of one XML file
	MaxFile     = 64 << 20
	MaxTotal    = 2 << 30 // bytes of all read files, unpacked

	maxElements = 200_000 // elements of one XML file
	maxDepth    = 32      // nesting of elements; the schemas need 8
	maxFaults   = 1000    // faults reported for one archive
)

// ErrTooLarge is wrapped by errors about archives that exceed the limits.
var ErrTooLarge = errors.New("the archive is too large")

// ErrNoArchive is wrapped by errors about data that is no BCF archive.
var ErrNoArchive = errors.New("this is no BCF archive")
