import type { DocumentNode } from 'graphql';

/** Parsed documents by their text, so that equal requests share one. */
export interface DocumentCache {
  get(text: string): DocumentNode | undefined;
  set(text: string, document: DocumentNode): void;
}

/**
 * Keeps the most recently used documents, bounded by the characters of their texts: a parsed document takes a few
 * hundred bytes for each token.
 */
export function createDocumentCache(maxCharacters: number): DocumentCache {
  const documents = new Map<string, DocumentNode>();
  let characters = 0;
  return {
    get(text) {
      const document = documents.get(text);
      if (!document) return undefined;
      documents.delete(text);
      documents.set(text, document);
      return document;
    },
    set(text, document) {
      if (text.length > maxCharacters || documents.has(text)) return;
      documents.set(text, document);
      characters += text.length;
      for (const oldest of documents.keys()) {
        if (characters <= maxCharacters) break;
        documents.delete(oldest);
        characters -= oldest.length;
      }
    },
  };
}
