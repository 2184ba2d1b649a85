// Starts the page.
import { render } from 'preact';
import { App } from './App.js';
import { Client } from './client.js';

const root = document.getElementById('app');
if (root) render(<App client={new Client()} />, root);
