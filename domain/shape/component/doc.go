// Package component holds furniture, equipment, terminals and sanitary elements ([Component]), proxies ([Proxy]) and
// the results of boolean operations. Read component.go first.
package component
