// Command idscases judges the official cases of IDS, pairs of a document and an IFC file whose names begin with pass,
// fail or invalid, and audits the documents whose verdict by buildingSMART's audit tool is on record. It fails where
// bimstream says otherwise, but for differences that are listed with their reason.
//
// usage: idscases CORPORA VERDICTS.tsv OUT.tsv
//
// OUT.tsv gets a line for each pair: the verdict, a tab, the path of the document, for the comparison with ifctester.
package main
