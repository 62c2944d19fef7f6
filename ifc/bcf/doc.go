// Package bcf models, writes and reads the BIM Collaboration Format of buildingSMART, 2.1 and 3.0: archives of topics
// with comments, viewpoints and documents.
//
// The main types: [Archive] holds [Topic] values, and a topic holds [Comment], [Viewpoint] and [DocumentReference]
// values. [Write] writes an archive in a [Version], [Read] reads any version from 2.0 on. Read archive.go, then
// topic.go and viewpoint.go; markupwrite.go and viewpointwrite.go contain the differences between versions.
//
// The same archive gives the same bytes: entries are in the order of the topics and have one fixed time. Objects
// without an id get their GUIDs from [DerivedGUID], so that repeated exports describe the same topics.
//
// [Read] accepts more than the schemas allow, because programs write it: elements in any order, folders in any case,
// missing elements. It reports the parts that it drops as faults. Archives have limits (limit.go), because they come
// from untrusted sources; Read opens nothing outside the archive.
//
// Lengths are in metres, angles in degrees, and Z is up, as in the IFC file of the components.
//
// Caveats: features of 2.0 that 2.1 dropped (verbal statuses, markers) are not read. The extensions.xsd of 2.1 is
// neither read nor written.
package bcf
