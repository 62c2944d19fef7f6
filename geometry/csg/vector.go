package csg
