// Package typemark gives types of elements short marks for the tags in drawings. A legend explains the marks.
package typemark
