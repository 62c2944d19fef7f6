// Package component holds furniture, equipment, terminals and sanitary elements ([Component]), proxies ([Proxy]) and
// the bodies that boolean operations give. Read component.go first.
package component
