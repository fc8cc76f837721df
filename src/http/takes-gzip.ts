import type { FastifyRequest } from 'fastify';

export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''));
}
