import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { session, setToken } from '../access/session.ts';
import { useStore } from '../data/store.ts';
import { useTexts } from '../language/speech.ts';

/** The way to sign in, or out. */
export function SessionLink() {
  const { app } = useTexts();
  const token = useStore(session);
  if (token === null) {
    return (
      <Button component={Link} href="/sign-in" variant="default" size="xs">
        {app.signIn}
      </Button>
    );
  }
  return (
    <Button variant="default" size="xs" onClick={() => setToken(null)}>
      {app.signOut}
    </Button>
  );
}
