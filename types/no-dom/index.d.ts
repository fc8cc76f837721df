// A library of ours asks for the browser's types, whose fetch and streams clash with Node's. This empty package takes
// their place (see libReplacement in tsconfig.json): nothing here runs in a browser.
export {};
