// Command idscases judges the official cases of IDS: pairs of a document and an IFC file whose names begin with pass,
// fail or invalid. It also audits the documents for which a verdict of buildingSMART's audit tool is on record. It
// fails if a result of bimstream differs, except for listed differences with a reason.
//
// usage: idscases CORPORA VERDICTS.tsv OUT.tsv
//
// OUT.tsv gets a line for each pair, for the comparison with ifctester: the verdict, a tab, the path of the document.
package main
